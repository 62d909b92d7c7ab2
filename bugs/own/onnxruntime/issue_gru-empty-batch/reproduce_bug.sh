conda create -y -n issue_gru-empty-batch python=3.11
conda activate issue_gru-empty-batch
pip install -r requirements.txt pytest
pytest -sx test_issue_gru-empty-batch.py
