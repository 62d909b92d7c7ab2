conda create -y -n issue_sequencemap-order python=3.11
conda activate issue_sequencemap-order
pip install -r requirements.txt pytest
pytest -sx test_issue_sequencemap-order.py
