conda create -y -n issue_7643 python=3.11
conda activate issue_7643
pip install -r requirements.txt
pytest -sx test_issue_7643.py
