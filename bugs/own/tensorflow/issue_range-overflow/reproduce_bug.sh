conda create -y -n issue_range-overflow python=3.11
conda activate issue_range-overflow
pip install -r requirements.txt
pytest -sx test_issue_range-overflow.py
