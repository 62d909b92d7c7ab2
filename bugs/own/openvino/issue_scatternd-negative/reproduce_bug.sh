conda create -y -n issue_scatternd-negative python=3.11
conda activate issue_scatternd-negative
pip install -r requirements.txt
pytest -sx test_issue_scatternd-negative.py
