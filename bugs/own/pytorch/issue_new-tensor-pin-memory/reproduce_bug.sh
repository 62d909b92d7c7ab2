conda create -y -n issue_new-tensor-pin-memory python=3.11
conda activate issue_new-tensor-pin-memory
pip install -r requirements.txt pytest
pytest -sx test_issue_new-tensor-pin-memory.py
